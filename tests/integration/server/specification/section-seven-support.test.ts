import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { picture } from '#tests/builders/picture.ts'
import { missingKeys, send } from './calls.ts'
import { dto, get, openSpecifiedServer, rows, type SpecifiedServer } from './specified-server.ts'

let server: SpecifiedServer
beforeAll(async () => {
  server = await openSpecifiedServer()
})
afterAll(() => server?.close())

describe('support', () => {
  const form = (parts: Readonly<Record<string, string | Blob>>) => {
    const made = new FormData()
    for (const [name, part] of Object.entries(parts)) made.append(name, part)
    return made
  }
  const { parse } = z.object({ baseDTO: z.object({ id: z.string() }) })

  test('a ticket, its conversation, a text, a file and the file again', async () => {
    const { token } = server.trader
    const ticket = form({ subject: 'Deposit', type: 'TECHNICAL', text: 'My deposit is missing.' })
    const opened = await server.expectAnswer({ method: 'POST', path: '/tickets', form: ticket, token }, dto('id'))
    const path = `/tickets/message/${parse(opened).baseDTO.id}`
    const listed = rows('id', 'subject', 'type', 'status', 'createdAtDateTime', 'description')
    await server.expectAnswer({ ...get('/tickets', { size: '10', page: '1' }), token }, ['totalPages', ...listed])
    await server.expectAnswer({ method: 'POST', path, form: form({ text: 'It was at noon.' }), token }, [])
    const file = new Blob([new Uint8Array(await picture({ format: 'png' }))], { type: 'image/png' })
    await server.expectAnswer({ method: 'POST', path, form: form({ file }), token }, [])
    const message = ['text', 'file', 'customer', 'createdAtDateTime'].map((name) => `pageDTO.content[].${name}`)
    const { body } = await send(server.url, { ...get(path), token })
    expect(missingKeys(body, ['ticketDTO.status', 'ticketDTO.subject', ...message])).toEqual([])
    const { pageDTO } = z
      .object({ pageDTO: z.object({ content: z.array(z.object({ file: z.nullable(z.string()) })) }) })
      .parse(body)
    const fileName = pageDTO.content.at(-1)?.file ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const blob = await fetch(`${server.url}/api/files/download?${new URLSearchParams({ fileName })}`, { headers })
    expect([blob.status, blob.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const none = { ...get('/files/download', { fileName: '../a.png' }), token }
    expect(await send(server.url, none)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } })
  })
})
