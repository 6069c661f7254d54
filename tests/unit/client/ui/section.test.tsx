import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { AREAS } from '#client/locales/areas.ts'
import { words } from '#client/locales/fa/invite.ts'
import { Section, SectionPlace } from '#client/ui/section.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'

clientServer()

/** Words that nothing on the page has requested before. */
function LateWords() {
  const { t } = useTranslation('invite')
  return <p>{t('card.title')}</p>
}

/** React ends the effects of hidden parts as it does of removed ones. */
function Page({ onHidden, children }: { onHidden: () => void; children: (opened: boolean) => ReactNode }) {
  const [opened, setOpened] = useState(false)
  useLayoutEffect(() => onHidden, [onHidden])
  return (
    <main>
      <button type="button" onClick={() => setOpened(true)}>
        باز کنید
      </button>
      {children(opened)}
    </main>
  )
}

test.each([
  ['inside a card', (opened: boolean) => <Section title="کارت">{opened && <LateWords />}</Section>],
  ['of a whole card', (opened: boolean) => <SectionPlace>{opened && <LateWords />}</SectionPlace>],
  [
    'inside a sheet',
    (opened: boolean) => (
      <Sheet open title="برگه" onClose={() => undefined}>
        {opened && <LateWords />}
      </Sheet>
    ),
  ],
])('words that come late %s hide nothing around them', async (_where, children) => {
  const onHidden = vi.fn()
  await drawClient(<Page onHidden={onHidden}>{children}</Page>, { late: ['invite'] })
  const button = await screen.findByRole('button', { name: 'باز کنید' })
  await userEvent.click(button)
  expect(await screen.findByRole('status', { name: 'در حال بارگذاری' })).toBeVisible()
  expect(button).toBeVisible()
  expect(await within(document.body).findByText(words.card.title)).toBeVisible()
  expect(onHidden).not.toHaveBeenCalled()
})

test.each([
  ['after a while', () => undefined],
  ['as soon as there is a network', () => window.dispatchEvent(new Event('online'))],
])('words whose request is lost are asked for again %s, and no key stands in their place', async (_when, pass) => {
  const load = vi.spyOn(AREAS.fa, 'invite').mockRejectedValueOnce(new TypeError('no network'))
  const card = (
    <Section title="کارت">
      <LateWords />
    </Section>
  )
  await drawClient(card, { late: ['invite'] })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(await screen.findByRole('status', { name: 'در حال بارگذاری' })).toBeVisible()
  expect(screen.queryByText('card.title')).toBeNull()
  pass()
  expect(await screen.findByText(words.card.title)).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
