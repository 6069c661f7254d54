/** The pages that a visitor without an account can read, and that search engines show. */
export const PUBLIC_PAGES = [
  ...['/', '/markets', '/market/BITCOIN/TOMAN', '/wages', '/faq', '/guide', '/about-us', '/contact-us', '/terms'],
  '/privacy',
  '/licences',
  '/liabilities',
]

/** The pages for logging in, or for help with it. */
export const ENTRY_PAGES = ['/auth', '/login', '/login/forget', '/sign-up', '/freeze']
