/**
 * A cookie that accompanies a session's own cookie for as long as it lives, and that scripts can read. A page asks who is signed in only if
 * this cookie exists, since a visitor would get a refusal, which browsers report as an error of the page. Its value tells one session's
 * mark from the next one's and is worth nothing: the server never reads it.
 */
export const SESSION_MARK = 'kimia_signed_in'
