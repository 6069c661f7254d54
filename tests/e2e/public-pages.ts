/** What somebody who has no account can read, and search engines show. */
export const PUBLIC_PAGES = [
  ...['/', '/markets', '/market/BITCOIN/TOMAN', '/wages', '/faq', '/guide', '/about-us', '/contact-us', '/terms'],
  '/privacy',
]

/** Where somebody comes in, or gets help with it. */
export const ENTRY_PAGES = ['/auth', '/login', '/login/forget', '/sign-up', '/freeze']
