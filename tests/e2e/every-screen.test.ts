import { expect, test } from 'playwright/test'
import { wideFigures } from '#tests/builders/wide-figures.ts'
import { isOfConsole } from './screen.ts'
import { WALK_MS_MAX, walkScreens } from './walk-screens.ts'
import { startWalkedServer, type WalkedServer } from './walked-server.ts'
import { checkMarketLooks, checkToasts, checkTradingLooks } from './wide-walks.ts'

test.describe('with the longest figures there are', () => {
  // One server for all tests.
  test.describe.configure({ mode: 'default' })
  let server: WalkedServer
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    server = await startWalkedServer({ customer: wideFigures })
  })
  test.afterAll(() => server?.stop())

  test('no screen has a barrier or leaves its card in either language, from the narrowest phone to the widest desktop, and no route is without a screen', async ({
    browser,
  }) => {
    test.setTimeout(WALK_MS_MAX)
    const { problems, walked, missed } = await walkScreens({ browser, server, isWalked: (path) => !isOfConsole(path) })
    expect(problems).toEqual([])
    expect(walked.length).toBeGreaterThan(35)
    expect(missed).toEqual([])
  })

  for (const language of ['fa', 'en'] as const) {
    test(`the markets fit with letters of up to twice their size, and into a phone on its side (${language})`, ({
      browser,
    }) => checkMarketLooks({ browser, server, language }))

    test(`the pages of trading fit with letters of up to twice their size, and into a phone on its side (${language})`, ({
      browser,
    }) => checkTradingLooks({ browser, server, language }))

    test(`a toast covers neither titles nor tables nor bars (${language})`, ({ browser }) =>
      checkToasts({ browser, server, language }))
  }
})
