import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InstallBar } from '#client/app/corner-bar.tsx'
import { offerInstall } from '#client/app/offer-install.ts'
import { hasTraded, installOffer } from '#client/lib/install-offer.ts'
import { words as en } from '#client/locales/en/app.ts'
import { words as fa } from '#client/locales/fa/app.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'

const ask = vi.fn(async () => undefined)

beforeEach(() => {
  // Files of this project share their modules: a receipt drawn by another file is a trade.
  hasTraded.set(false)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('installQuestion', { prompt: ask })
})
afterEach(() => {
  installOffer.set('none')
  hasTraded.set(false)
  localStorage.clear()
  sessionStorage.clear()
  ask.mockClear()
})

/** A page of a new tab. */
function visit() {
  sessionStorage.clear()
  offerInstall()
  return installOffer.get()
}

test('the first visit is not asked to install, the second one is', () => {
  expect(visit()).toBe('none')
  expect(visit()).toBe('question')
})

test('a page opened again in the same tab is the same visit', () => {
  visit()
  offerInstall()
  expect(installOffer.get()).toBe('none')
})

test('a trade is a good moment on the first visit, too', () => {
  visit()
  hasTraded.set(true)
  expect(installOffer.get()).toBe('question')
})

test('a trade that was completed before the app listens for one counts', () => {
  hasTraded.set(true)
  expect(visit()).toBe('question')
})

test('the installed app, and a browser that cannot install, are not asked', () => {
  visit()
  vi.stubGlobal('installQuestion', undefined)
  expect(visit()).toBe('none')
  vi.stubGlobal('installQuestion', { prompt: ask })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(visit()).toBe('none')
})

describe.each(['fa', 'en'] as const)('the invitation (%s)', (language) => {
  const { install, understood } = { fa, en }[language]

  test('asks the browser, and once answered does not come back', async () => {
    visit()
    visit()
    await drawClient(<InstallBar />, { language })
    await userEvent.click(await screen.findByRole('button', { name: install.yes }))
    expect(ask).toHaveBeenCalledOnce()
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(visit()).toBe('none')
  })

  test('is dismissed for good', async () => {
    visit()
    visit()
    await drawClient(<InstallBar />, { language })
    await userEvent.click(await screen.findByRole('button', { name: install.no }))
    expect(visit()).toBe('none')
    act(() => hasTraded.set(true))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(ask).not.toHaveBeenCalled()
  })

  test('tells the steps on iOS, where no browser asks', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
    visit()
    visit()
    await drawClient(<InstallBar />, { language })
    expect(await screen.findByText(install.steps)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: understood }))
    expect(visit()).toBe('none')
  })
})
