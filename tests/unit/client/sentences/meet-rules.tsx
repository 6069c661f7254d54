import { screen } from '@testing-library/react'
import type { RequestHandler } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { LANGUAGES, type Language } from './sentences.ts'

/** The name of the field next to which a sentence is shown, or none for a sentence of the form; the sentence in Persian and in English. */
export type Read = readonly [field: string | undefined, fa: string, en: string]

/** A rule of a form: the part that is drawn, the user's steps, and the sentence shown. */
export interface Rule {
  readonly name: string
  readonly part: ReactNode
  readonly answers?: readonly RequestHandler[]
  readonly act: (language: Language) => Promise<void>
  readonly read: readonly Read[]
}

/** Tests that the form shows each rule's sentence in both languages, next to its field. */
export function testRules(rules: readonly Rule[]): void {
  const server = clientServer()
  beforeEach(() => sessionStorage.clear())
  test.each(rules.flatMap((rule) => LANGUAGES.map((language) => [rule.name, language, rule] as const)))(
    '%s (%s)',
    async (_name, language, { part, answers = [], act, read }) => {
      server.use(...answers)
      await drawClient(part, { language })
      await act(language)
      for (const [field, fa, en] of read) {
        const sentence = { fa, en }[language]
        const [shown] = await screen.findAllByText(sentence)
        expect(shown).toBeVisible()
        if (field) expect(document.querySelector(`[name="${field}"]`)).toHaveAccessibleDescription(sentence)
      }
    },
  )
}
