import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RequestHandler } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { EndpointShape } from '#contract/endpoint.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import { DESK_SENTENCES } from './desk-sentences.ts'
import { IDENTITY_SENTENCES } from './identity-sentences.ts'
import { SECURITY_SENTENCES } from './security-sentences.ts'
import type { Place } from './spoken.ts'

export const SENTENCES = {
  ...ACCOUNT_SENTENCES,
  ...SECURITY_SENTENCES,
  ...IDENTITY_SENTENCES,
  ...DESK_SENTENCES,
} as const
export type SpokenCode = keyof typeof SENTENCES
/** The codes whose sentences are met at a place. */
export type CodeAt<At extends Place> = {
  [Code in SpokenCode]: (typeof SENTENCES)[Code]['at'] extends At ? Code : never
}[SpokenCode]

const LANGUAGES = ['fa', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** How a refusal is met: the part that is drawn, the call that is refused, and what the user does. */
export interface Meeting {
  readonly part: ReactNode
  readonly refused: EndpointShape
  /** What the refusal carries. */
  readonly details?: object
  readonly field?: string
  /** Answers to the other calls of the part. */
  readonly answers?: readonly RequestHandler[]
  readonly act: (language: Language) => Promise<void>
}

/** Tests that every refusal of a place is read there in both languages, and nothing of its code. */
export function testRefusals<At extends Place>(meetings: { readonly [Code in CodeAt<At>]: Meeting }): void {
  const server = clientServer()
  beforeEach(() => sessionStorage.clear())
  const codes = Object.keys(meetings).filter((code): code is CodeAt<At> => Object.hasOwn(meetings, code))
  test.each(codes.flatMap((code) => LANGUAGES.map((language) => [code, language] as const)))(
    '%s is read in %s',
    async (code, language) => {
      const { part, refused, details, field, answers = [], act } = meetings[code]
      server.use(mockEndpoint(refused, refuseWith(code, details, field)), ...answers)
      await drawClient(part, { language })
      await act(language)
      const [sentence] = await screen.findAllByText(SENTENCES[code][language])
      expect(sentence).toBeVisible()
      expect(document.body).not.toHaveTextContent(code)
    },
  )
}

/** A control by its name in the form, once it is there. */
async function control(name: string): Promise<HTMLInputElement> {
  return waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!found || found.disabled) throw new Error(`no control ${name}`)
    return found
  })
}

/** Writes into fields, by their names. */
export async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) fireEvent.change(await control(name), { target: { value } })
}

/** Ticks or unticks a box. */
export async function tick(name: string): Promise<void> {
  fireEvent.click(await control(name))
}

/** Ticks the first box of a list. */
export async function tickFirst(): Promise<void> {
  const [box] = await screen.findAllByRole('checkbox')
  if (!box) throw new Error('no box')
  fireEvent.click(box)
}

/** Writes into the field with this label. */
export async function write(label: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''

/** Presses the last button of this name: a sheet stands behind the page that opened it. */
export async function press(name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = [...document.querySelectorAll('button, [role=radio]')].filter((each) => nameOf(each) === name)
    const last = found.at(-1)
    if (!last || last.hasAttribute('disabled')) throw new Error(`no button “${name}”`)
    return last
  })
  fireEvent.click(button)
}

/** Presses the button that sends the form, the last one on the screen. */
export async function submit(): Promise<void> {
  const form = await waitFor(() => {
    const last = [...document.querySelectorAll('form')].at(-1)
    if (!last) throw new Error('no form')
    return last
  })
  fireEvent.submit(form)
}
