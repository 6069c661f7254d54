import { screen } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { EndpointShape } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/errors.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { type CodeAt, LANGUAGES, type Language, SENTENCES } from './sentences.ts'
import type { Place } from './spoken.ts'

/** The way to a refusal: the part that is drawn, the call that is refused, and the user's steps. */
export interface Meeting {
  readonly part: ReactNode
  readonly refused: EndpointShape
  /** The details of the refusal. */
  readonly details?: object
  readonly field?: string
  /** It is sent as a form with a file, which jsdom cannot read again. */
  readonly isForm?: true
  /** Answers to the other calls of the part. */
  readonly answers?: readonly RequestHandler[]
  readonly act: (language: Language) => Promise<void>
}

/** Tests that every refusal of a place is shown there in both languages, without its code. */
export function testRefusals<At extends Place>(meetings: { readonly [Code in CodeAt<At>]: Meeting }): void {
  const server = clientServer()
  beforeEach(() => sessionStorage.clear())
  const codes = Object.keys(meetings).filter((code): code is CodeAt<At> => Object.hasOwn(meetings, code))
  test.each(codes.flatMap((code) => LANGUAGES.map((language) => [code, language] as const)))(
    '%s is read in %s',
    async (code, language) => {
      const { part, refused, details, field, isForm, answers = [], act } = meetings[code]
      const refusal = { code, message: code, errors: [SENTENCES[code][language]], field }
      const unread = () => HttpResponse.json(refusal, { status: REFUSALS[code].status })
      const refusing = mockEndpoint(refused, refuseWith(code, details, field))
      server.use(isForm ? http.post(`*/api${refused.path}`, unread) : refusing, ...answers)
      await drawClient(part, { language })
      await act(language)
      const [sentence] = await screen.findAllByText(SENTENCES[code][language])
      expect(sentence).toBeVisible()
      expect(document.body).not.toHaveTextContent(code)
    },
  )
}
