/** A proof for one thing is none for another. */
export type CaptchaAction = 'login' | 'sign-up' | 'forgot'

/** `unavailable`: the vendor gave no answer. */
export type CaptchaOutcome = 'passed' | 'refused' | 'unavailable'

/** What a page needs to show the widget. */
export interface CaptchaWidget {
  readonly provider: 'sandbox' | 'turnstile'
  readonly siteKey: string
}

export interface CaptchaCheck {
  readonly widget: CaptchaWidget
  /** Whether the widget's response is of a person, of this page and for this action. It is taken once. Never throws for what the vendor does. */
  check(given: {
    readonly response: string
    readonly action: CaptchaAction
    readonly ip: string
  }): Promise<CaptchaOutcome>
}
