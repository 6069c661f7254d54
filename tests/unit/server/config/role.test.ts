import { expect, test } from 'vitest'
import { parseProcess } from '#server/config/role.ts'

const DATABASE_URL = 'postgres://kimia@127.0.0.1/kimia'
const PROCESS_SECRET = 'a word of thirty-two letters or more'
const WRITER_ADDRESS = 'http://127.0.0.1:4310'
const CUSTODY_SOCKET = '/run/kimia-custody/custody.sock'
const CUSTODY_SENDING_TOKEN = 'another word of thirty-two letters'

test('a server is all of its parts in one process, which no other reaches', () => {
  const none = { writerAddress: undefined, secret: undefined, custodyToken: undefined }
  expect(parseProcess({})).toEqual({ role: 'all', writes: true, ...none })
})

test.each(['all', 'writer'])('%s writes for the others at its address', (ROLE) => {
  const { writerAddress } = parseProcess({ ROLE, DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS })
  expect(writerAddress?.href).toBe(`${WRITER_ADDRESS}/`)
})

test.each(['10.0.0.5', '192.168.7.1', '[fd00::5]', 'writer.internal'])(
  'a writer may serve a private network at %s',
  (host) => {
    const given = { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: `http://${host}:4310` }
    expect(parseProcess(given).writerAddress?.hostname).toBe(host)
  },
)

test.each(['api', 'jobs'])('%s is no writer, though the settings of all processes name its address', (ROLE) => {
  expect(parseProcess({ ROLE, DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS }).writerAddress).toBeUndefined()
})

test('jobs may have coins sent, and a process that answers customers only asks custody', () => {
  const given = { DATABASE_URL, PROCESS_SECRET, CUSTODY_SOCKET }
  expect(parseProcess({ ...given, ROLE: 'jobs', CUSTODY_SENDING_TOKEN }).custodyToken).toBe(CUSTODY_SENDING_TOKEN)
  expect(parseProcess({ ...given, ROLE: 'api' }).custodyToken).toBeUndefined()
})

test.each([
  ['CUSTODY_SENDING_TOKEN', { ROLE: 'api', DATABASE_URL, PROCESS_SECRET, CUSTODY_SENDING_TOKEN }],
  ['CUSTODY_SENDING_TOKEN', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS, CUSTODY_SENDING_TOKEN }],
  ['CUSTODY_SENDING_TOKEN', { ROLE: 'jobs', DATABASE_URL, PROCESS_SECRET, CUSTODY_SOCKET }],
  ['CUSTODY_SOCKET', { ROLE: 'jobs', DATABASE_URL, PROCESS_SECRET, CUSTODY_SENDING_TOKEN }],
  ['CUSTODY_SENDING_TOKEN', { ROLE: 'all', CUSTODY_SOCKET, CUSTODY_SENDING_TOKEN: 'short' }],
  ['ROLE', { ROLE: 'reader' }],
  ['DATABASE_URL', { ROLE: 'api', PROCESS_SECRET }],
  ['PROCESS_SECRET', { ROLE: 'jobs', DATABASE_URL }],
  ['PROCESS_SECRET', { ROLE: 'all', DATABASE_URL, WRITER_ADDRESS }],
  ['PROCESS_SECRET', { ROLE: 'api', DATABASE_URL, PROCESS_SECRET: 'short' }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: 'http://0.0.0.0:4310' }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: 'http://203.0.113.5:4310' }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: 'http://[2001:db8::5]:4310' }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: 'http://10.0.0.5' }],
  ['WRITER_ADDRESS', { ROLE: 'writer', DATABASE_URL, PROCESS_SECRET, WRITER_ADDRESS: 'https://10.0.0.5:4310' }],
])('%s is named in the sentence that refuses %o', (name, given) => {
  expect(() => parseProcess(given)).toThrow(new RegExp(`${name}.+\\.$`))
})
