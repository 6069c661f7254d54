import { beforeAll, expect, test } from 'vitest'
import { enterSheet, followSheets } from '#client/ui/sheet-history.ts'

const PAGE = { __TSR_key: 'page', __TSR_index: 1 }
let isPagePopped = false

beforeAll(() => {
  history.replaceState(PAGE, '', '/wallet')
  followSheets().follow({ location: { pathname: '/wallet', state: PAGE }, subscribe: () => () => undefined })
  window.addEventListener('popstate', () => {
    isPagePopped = true
  })
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 250))

async function back() {
  history.back()
  await settled()
}

/** A sheet that closes on request, unless it must stay. */
function openSheet({ stays = false } = {}) {
  const sheet = { isOpen: true, leave }
  const forget = enterSheet({ close: () => !stays && leave() })
  function leave() {
    sheet.isOpen = false
    forget()
  }
  return sheet
}

test('a step back closes the topmost sheet alone, and the router is not told', async () => {
  const [below, above] = [openSheet(), openSheet()]
  await back()
  expect([below.isOpen, above.isOpen]).toEqual([true, false])
  await back()
  expect(below.isOpen).toBe(false)
  expect(history.state).toEqual(PAGE)
  expect(isPagePopped).toBe(false)
})

test('a sheet that must stay stays, however often a step back is tried', async () => {
  const sheet = openSheet({ stays: true })
  await back()
  await back()
  expect(sheet.isOpen).toBe(true)
  expect(history.state).toMatchObject({ sheets: 1 })
  sheet.leave()
  await settled()
  expect(history.state).toEqual(PAGE)
})

test('a sheet that is closed by its button leaves no entry, and the next one in its place takes it over', async () => {
  openSheet().leave()
  const length = history.length
  const next = openSheet()
  await settled()
  expect(history.length).toBe(length)
  next.leave()
  await settled()
  expect(history.state).toEqual(PAGE)
})

test('a step forward opens nothing', async () => {
  openSheet()
  await back()
  history.forward()
  await settled()
  await settled()
  expect(history.state).toEqual(PAGE)
  expect(isPagePopped).toBe(false)
})

test('a sheet that closes while another document is loading does not cancel that, and a page that stays is mended by the next', async () => {
  const sheet = openSheet()
  window.dispatchEvent(new Event('beforeunload'))
  sheet.leave()
  await settled()
  expect(history.state).toMatchObject({ sheets: 1 })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  openSheet().leave()
  await settled()
  expect(history.state).toEqual(PAGE)
})
