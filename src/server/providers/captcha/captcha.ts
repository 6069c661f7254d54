/** The actions that a response can be for; a response for one is not valid for another. */
export type CaptchaAction = 'login' | 'sign-up' | 'forgot'

/** `unavailable`: the vendor gave no answer. */
export type CaptchaOutcome = 'passed' | 'refused' | 'unavailable'

/** The data that a page needs to show the widget. */
export interface CaptchaWidget {
  readonly provider: 'sandbox' | 'turnstile'
  readonly siteKey: string
}

export interface CaptchaCheck {
  readonly widget: CaptchaWidget
  /**
   * Whether the widget's response comes from a person, from this page and for this action. It is accepted once. Never throws for a fault of
   * the vendor.
   */
  check(given: {
    readonly response: string
    readonly action: CaptchaAction
    readonly ip: string
  }): Promise<CaptchaOutcome>
}
