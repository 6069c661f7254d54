import { describe, expect, test } from 'vitest'
import { describeDevice, deviceOf } from '#server/accounts/device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const AGENTS = {
  samsung: `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  pixel: `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0 Mobile/15E148 Safari/604.1',
  edge: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`,
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
  chromebook: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
}

describe('the device of a login', () => {
  test.each([
    ['samsung', 'MOBILE', 'ANDROID', 'SAMSUNG', 'Samsung Internet, Android'],
    ['pixel', 'MOBILE', 'ANDROID', 'CHROME', 'Chrome, Android'],
    ['iPhone', 'MOBILE', 'IOS', 'SAFARI', 'Safari, iOS'],
    ['iPad', 'TABLET', 'IOS', 'CHROME', 'Chrome, iOS'],
    ['edge', 'DESKTOP', 'WINDOWS', 'EDGE', 'Edge, Windows'],
    ['firefox', 'DESKTOP', 'LINUX', 'FIREFOX', 'Firefox, Linux'],
    ['safari', 'DESKTOP', 'MACOS', 'SAFARI', 'Safari, macOS'],
    ['chromebook', 'DESKTOP', 'Chrome OS', 'CHROME', 'Chrome, Chrome OS'],
  ] as const)('%s is read from its user agent', (agent, deviceType, osType, browser, name) => {
    const device = deviceOf({}, AGENTS[agent])
    expect(device).toEqual({ deviceType, osType, browser })
    expect(describeDevice(device)).toBe(name)
  })

  test('is what the client says, where it says something', () => {
    const claims = { browser: 'FIREFOX', osType: ' ', deviceType: 'WATCH' }
    expect(deviceOf(claims, AGENTS.iPhone)).toEqual({ browser: 'FIREFOX', osType: 'IOS', deviceType: 'WATCH' })
  })

  test.each(['', ' ', 'curl/8.5.0', 'node', 'x'.repeat(300), '\u0000\u202e<script>'])('%j says nothing', (agent) => {
    const device = deviceOf({}, agent)
    expect(device).toEqual({ browser: 'UNKNOWN', osType: 'UNKNOWN', deviceType: 'UNKNOWN' })
    expect(describeDevice(device)).toBe('UNKNOWN')
  })
})
