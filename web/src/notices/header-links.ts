/** What the header shows to members only. */
import "../contacts/friends-link.ts";
import "./notices-link.ts";
