/** The texts of the public pages in one language. What is HTML says so; the rest is plain text. `{{quickTradeFee}}` stands for its percentage. */
export interface Texts {
  readonly address: string
  readonly privacyPolicyHtml: string
  readonly termsHtml: string
  /** Shown in this order on the home page. */
  readonly faq: readonly { readonly question: string; readonly answer: string }[]
}
