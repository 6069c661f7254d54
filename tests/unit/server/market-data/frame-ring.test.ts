import { expect, test } from 'vitest'
import { FrameRing } from '#server/market-data/frame-ring.ts'

const frame = (text: string) => Buffer.from(text)
const texts = (frames: readonly Buffer[] | undefined) => frames?.map(String)

test('gives what came after an event, and nothing for an event that it has forgotten or never had', () => {
  const ring = new FrameRing({ framesMax: 3, bytesMax: 1_000, startId: '0' })
  expect(texts(ring.after('0'))).toEqual([])
  for (const id of ['1', '2', '3', '4']) ring.add({ id, frame: frame(id) })
  expect(ring.headId).toBe('4')
  expect(texts(ring.after('2'))).toEqual(['3', '4'])
  expect(texts(ring.after('4'))).toEqual([])
  expect(texts(ring.after('1'))).toEqual(['2', '3', '4'])
  expect(ring.after('0')).toBeUndefined()
  expect(ring.after('nonsense')).toBeUndefined()
})

test('keeps no more bytes than it may', () => {
  const ring = new FrameRing({ framesMax: 100, bytesMax: 10, startId: '0' })
  for (const id of ['1', '2', '3']) ring.add({ id, frame: frame('12345') })
  expect(texts(ring.after('1'))).toHaveLength(2)
  ring.add({ id: '4', frame: frame('12345678901234') })
  expect(texts(ring.after('4'))).toEqual([])
  expect(ring.after('3')).toBeUndefined()
})
