/**
 * The cookie that stands beside a session's own, for as long, and that scripts can read: a page asks who is signed in only where it stands, since the
 * answer to a visitor is a refusal, which browsers report as an error of the page. Its value tells one session's mark from the next's and is worth
 * nothing: the server reads it nowhere.
 */
export const SESSION_MARK = 'kimia_signed_in'
