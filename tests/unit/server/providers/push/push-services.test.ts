import { expect, test } from 'vitest'
import { isPushService } from '#server/providers/push/web-push.ts'

const SANDBOX = 'http://127.0.0.1:4300/sandbox/push/'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QABC',
  'https://eu1.push.apple.com/3/device/x',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is a place at a service', (endpoint) => {
  expect(isPushService(endpoint, undefined)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:password@fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://evil.example#.push.apple.com',
  'https://notify.windows.com.evil.example/x',
  'https://evilnotify.windows.com/x',
  'https://notify.windows.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://10.0.0.1/x',
  'file:///etc/passwd',
  'gopher://fcm.googleapis.com/x',
  'fcm.googleapis.com/x',
  '',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
])('%s is none', (endpoint) => {
  expect(isPushService(endpoint, undefined)).toBe(false)
  expect(isPushService(endpoint, SANDBOX)).toBe(false)
})

test('the sandbox is one only where there is one, and nothing beside it', () => {
  expect(isPushService(`${SANDBOX}phone`, SANDBOX)).toBe(true)
  expect(isPushService(`${SANDBOX}phone`, undefined)).toBe(false)
  expect(isPushService(`${SANDBOX}../../api/users`, SANDBOX)).toBe(false)
  expect(isPushService('http://127.0.0.1:4301/sandbox/push/phone', SANDBOX)).toBe(false)
})
