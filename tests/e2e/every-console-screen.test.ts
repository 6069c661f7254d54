import { expect, test } from 'playwright/test'
import { wideFigures } from '#tests/builders/wide-figures.ts'
import { isOfConsole } from './screen.ts'
import { WALK_MS_MAX, walkScreens } from './walk-screens.ts'
import { startWalkedServer } from './walked-server.ts'

// In a file of its own, so that it goes beside the walk of the customers' screens.
test('no screen of the console has a barrier or leaves its card in either language, from the narrowest phone to the widest desktop, and no route of it is without a screen', async ({
  browser,
}) => {
  test.setTimeout(WALK_MS_MAX)
  const server = await startWalkedServer({ customer: wideFigures })
  try {
    const { problems, walked, missed } = await walkScreens({ browser, server, isWalked: isOfConsole })
    expect(problems).toEqual([])
    expect(walked.length).toBeGreaterThan(15)
    expect(missed).toEqual([])
  } finally {
    await server.stop()
  }
})
