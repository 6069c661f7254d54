import type { Language } from '#domain/market-state.ts'

export interface NoticeText {
  readonly subject: string
  /** What happened, in one or two sentences; `{{…}}` names what the notice carries. */
  readonly text: string
  /** The same without any amount or price, where `text` has one. */
  readonly discreet?: string
}

/** By the kinds of notices. */
export type NoticeTexts = Readonly<Record<string, Readonly<Record<Language, NoticeText>>>>
