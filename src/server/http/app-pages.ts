/** Every page of the app by path; `:name` stands for any one part. A test compares it with the routes of the client. */
const PAGES = [
  ...['/', '/markets', '/market/:coin/:unit', '/dummy'],
  ...['/about-us', '/auth', '/contact-us', '/faq', '/freeze', '/fromgoogle', '/guide', '/privacy', '/terms', '/wages'],
  ...['/login', '/login/forget', '/login/forget/verify', '/login/forget-otp', '/login/send-mail', '/login/send-phone'],
  ...['/sign-up', '/sign-up/email-verification', '/sign-up/google', '/redirect-from-banks'],
  ...['/profile', '/profile/account', '/profile/fino-verifying', '/profile/history', '/profile/invite'],
  ...['/profile/notifications', '/profile/otc', '/profile/redirect-from-banks', '/profile/settings', '/profile/wallet'],
  ...['/profile/support', '/profile/support/massage/:id', '/profile/trade', '/profile/trade/:unit/:coin'],
  ...['/operations', '/operations/set-up', '/operations/audit', '/operations/broadcasts', '/operations/content'],
  ...['/operations/content/:kind/:slug', '/operations/identities', '/operations/identities/:user'],
  ...['/operations/markets', '/operations/operators', '/operations/proposals', '/operations/reports'],
  ...['/operations/settings', '/operations/tickets', '/operations/tickets/:ticket', '/operations/tickets/answers'],
  ...['/operations/users', '/operations/users/:user'],
]

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`))

/** Whether the app has a page at this path. Any other path is answered with 404, and the app says so. */
export function isAppPage(path: string): boolean {
  const bare = path === '/' ? path : path.replace(/\/+$/, '')
  return PATTERNS.some((pattern) => pattern.test(bare))
}
