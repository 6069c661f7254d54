/** The place where a refusal appears: a screen of one of these test files, or a program's answer alone. */
export type Place = 'login' | 'settings' | 'account' | 'console' | 'desk' | 'answer'

/** The sentence of a refusal in both languages, and the place where a person or a program gets it. */
export interface Spoken {
  readonly at: Place
  readonly fa: string
  readonly en: string
}
