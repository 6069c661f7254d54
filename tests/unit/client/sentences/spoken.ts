/** Where a refusal is met: on a screen of one of these test files, or in a program's answer alone. */
export type Place = 'login' | 'settings' | 'account' | 'console' | 'desk' | 'answer'

/** The sentence of a refusal in both languages, and where a person or a program meets it. */
export interface Spoken {
  readonly at: Place
  readonly fa: string
  readonly en: string
}
