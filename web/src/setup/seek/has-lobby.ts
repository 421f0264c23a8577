/** Whether strangers can meet on this server. */
export function hasLobby(): boolean {
  return document.querySelector("meta[name=empile-lobby]") !== null;
}
