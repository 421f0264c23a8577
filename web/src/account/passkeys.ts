/** Passkeys: between the server's JSON and the browser's credentials (WebAuthn, level 3). */
import { accountApi, type Me } from "./account-api.ts";

type Json = Record<string, unknown>;

/** Creates a passkey on this device and adds it to the account. */
export async function createPasskey(name: string): Promise<Me> {
  const { options } = await accountApi.passkeyOptions();
  const user = options["user"] as Json;
  const publicKey = {
    ...options,
    challenge: fromUrl(options["challenge"]),
    user: { ...user, id: fromUrl(user["id"]) },
    excludeCredentials: descriptors(options["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
  if (!made) throw new DOMException("no passkey was made", "NotAllowedError");
  const response = made.response as AuthenticatorAttestationResponse;
  return accountApi.addPasskey(name, {
    id: made.id,
    rawId: made.id,
    type: made.type,
    clientExtensionResults: made.getClientExtensionResults(),
    response: {
      clientDataJSON: toUrl(response.clientDataJSON),
      attestationObject: toUrl(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

export async function signInWithPasskey(): Promise<Me> {
  return accountApi.signInByPasskey(await assertion());
}

/** Confirms with a passkey what otherwise takes the password. */
export async function confirmWithPasskey(): Promise<Me> {
  return accountApi.confirmByPasskey(await assertion());
}

async function assertion(): Promise<Json> {
  const { options } = await accountApi.signInOptions();
  const publicKey = {
    ...options,
    challenge: fromUrl(options["challenge"]),
    allowCredentials: descriptors(options["allowCredentials"]),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!found) throw new DOMException("no passkey was chosen", "NotAllowedError");
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    rawId: found.id,
    type: found.type,
    clientExtensionResults: found.getClientExtensionResults(),
    response: {
      clientDataJSON: toUrl(response.clientDataJSON),
      authenticatorData: toUrl(response.authenticatorData),
      signature: toUrl(response.signature),
      userHandle: response.userHandle ? toUrl(response.userHandle) : null,
    },
  };
}

/** Whether the user has left the browser's dialog: no fault to report. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);
}

function descriptors(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((one: Json) => ({ ...one, id: fromUrl(one["id"]) })) : [];
}

function fromUrl(text: unknown): Uint8Array<ArrayBuffer> {
  const letters = atob(String(text).replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function toUrl(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
