/** What the header, and the line below it, show to members only. */
import "../contacts/friends-link.ts";
import "../reports/acts-notice.ts";
import "./notices-link.ts";
