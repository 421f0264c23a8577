/** What the header, and the line below it, show to members only. */
import "../calls/call-line.ts";
import "../contacts/waiting-count.ts";
import "../reports/acts-notice.ts";
import "./notices-link.ts";
