import { expect, test } from 'vitest'
import { deviceFacts } from '#client/features/auth/auth.commands.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E Safari/604'
const EDGE = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

test.each([
  [IPHONE, { osType: 'IOS', deviceType: 'MOBILE', browser: 'SAFARI' }],
  [EDGE, { osType: 'WINDOWS', deviceType: 'DESKTOP', browser: 'EDGE' }],
  [ANDROID, { osType: 'ANDROID', deviceType: 'MOBILE', browser: 'CHROME' }],
  ['something else', { osType: 'OTHER', deviceType: 'DESKTOP', browser: 'CHROME' }],
])('%s', (userAgent, facts) => {
  expect(deviceFacts({ userAgent })).toEqual(facts)
})
