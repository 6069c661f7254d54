import type { Language } from '#domain/market-state.ts'

export interface NoticeText {
  readonly subject: string
  /** The event in one or two sentences; `{{…}}` names a parameter of the notice. */
  readonly text: string
  /** The same without amounts or prices; present if `text` has any. */
  readonly discreet?: string
}

/** Keyed by the kinds of notices. */
export type NoticeTexts = Readonly<Record<string, Readonly<Record<Language, NoticeText>>>>
