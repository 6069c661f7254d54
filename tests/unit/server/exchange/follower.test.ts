import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Follower } from '#server/exchange/serve-exchange.ts'

/** A line to another process that takes nothing more until it is released. */
function slowLine() {
  const waiting: (() => void)[] = []
  const written: string[] = []
  const out = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      written.push(line)
      waiting.push(done)
    },
  })
  return { out, written, release: () => waiting.shift()?.() }
}

test('a follower is behind by the age of the newest line that has left, and not by what still waits', async () => {
  const { out, release } = slowLine()
  const follower = new Follower(out)
  expect(follower.behindMs()).toBe(0)
  follower.write('first\n')
  await sleep(60)
  follower.write('second\n')
  expect(follower.behindMs()).toBeGreaterThanOrEqual(59)
  release()
  await sleep(30)
  // The first one has left, which was written 90 ms ago.
  expect(follower.behindMs()).toBeGreaterThanOrEqual(89)
  release()
  await expect.poll(() => follower.behindMs()).toBe(0)
})

test('a text in parts lets other work go on between them, and is whole before the lines that come meanwhile', async () => {
  const seen: string[] = []
  const out = new Writable({
    decodeStrings: false,
    write(part: string, _encoding, done) {
      seen.push(part)
      done()
    },
  })
  const follower = new Follower(out)
  const written = follower.writeInParts(['a', 'b', 'c\n'])
  const second = follower.writeInParts(['d', 'e\n'])
  follower.write('after\n')
  setImmediate(() => seen.push('other work'))
  await Promise.all([written, second])
  follower.write('last\n')
  expect(seen).toEqual(['a', 'b', 'other work', 'c\n', 'd', 'e\n', 'after\n', 'last\n'])
})

test('a text in parts is not cut off for its length, by which a slow process would never get it', async () => {
  const { out } = slowLine()
  const follower = new Follower(out)
  await follower.writeInParts(Array.from({ length: 18 }, () => 'a'.repeat(1024 * 1024)))
  expect(out.destroyed).toBe(false)
})

test('a follower with too much to read is cut off', () => {
  const { out, written } = slowLine()
  const follower = new Follower(out)
  for (let i = 0; i < 17; i++) follower.write('a'.repeat(1024 * 1024))
  expect(out.destroyed).toBe(false)
  follower.write('one more\n')
  expect(out.destroyed).toBe(true)
  expect(written).toHaveLength(1)
})
