import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

/** An engineer reads each of these files before an order, or a book that many poll, is understood. One of them is the writer's lease. */
const ORDER_FILES_MAX = 46
const POLL_FILES_MAX = 12

/** They follow a commit or the clock, and no answer waits for them: prices, books and the bars of charts, states of markets, notices, levels by traded volume. */
const FOLLOWERS =
  /^src\/server\/(market-data|notifications)\/|accounts\/(keep-levels|trade-counter)|store\/accounts\/(levels|count-trades)|market-(days|states)|contract\/stream|domain\/(jalali|bar-grid)/

const PROGRAM = fileURLToPath(new URL('./print-executed-files.ts', import.meta.url))
const Printed = z.object({ order: z.array(z.string()), bookPoll: z.array(z.string()) })

describe('the files of a call', () => {
  let executed: z.infer<typeof Printed>

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM])
    executed = Printed.parse(JSON.parse(stdout))
  })

  test(`an order that trades crosses at most ${ORDER_FILES_MAX} files until its answer`, () => {
    const files = executed.order.filter((file) => !FOLLOWERS.test(file))
    expect(files).toContain('src/server/engine/match.ts')
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(ORDER_FILES_MAX)
  })

  test(`a poll of a book crosses at most ${POLL_FILES_MAX} files`, () => {
    expect(executed.bookPoll).toContain('src/server/market-data/market-book.ts')
    expect(executed.bookPoll.length, executed.bookPoll.join('\n')).toBeLessThanOrEqual(POLL_FILES_MAX)
  })
})
