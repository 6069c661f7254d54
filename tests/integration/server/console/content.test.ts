import { afterAll, beforeAll, expect, test } from 'vitest'
import { getContentEntry, listContentVersions } from '#contract/operations-content.ts'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('the room of what visitors read', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let token: string
  let omidsToken: string
  let support: string
  let reader: string

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    // The command line adds no operator once there are two admins.
    const [mina, reza] = [
      await server.addOperator('Mina Azad', ['SUPPORT']),
      await server.addOperator('Reza Nik', ['READ']),
    ]
    support = await server.logIn(mina)
    reader = await server.logIn(reza)
    sara = await server.addOperator('Sara Karimi')
    token = await server.logIn(sara)
    omidsToken = await server.logIn(await server.addOperator('Omid Rad'))
  })
  afterAll(() => server.close())

  const act = (path: string, json: object, as = token) => server.ask(`/operations/content${path}`, { json, token: as })
  const read = async (path: string) => (await server.ask(`/operations/content${path}`, { method: 'GET', token })).body
  const shown = (slug: string) => server.content.find('FAQ', slug, 'fa')?.html
  const acts = () =>
    database.query<{ kind: string; operator_id: bigint; details: Record<string, unknown> }>(
      `select kind, operator_id, details::json as details from audit_log where kind like 'CONTENT%' order by id`,
    )
  const answer = (text: string, basedOn: number) => ({ title: 'پاسخ آزمایشی', body: text, basedOn })

  test('an entry is added, written in one language, shown when it is published, and marked where it is missing', async () => {
    expect((await act('', { kind: 'FAQ', slug: 'new-one', position: 90 })).status).toBe(200)
    expect(await act('', { kind: 'FAQ', slug: 'new-one', position: 91 })).toMatchObject({
      status: 409,
      body: { code: 'CONTENT_EXISTS', field: 'slug' },
    })
    expect(await act('', { kind: 'ARTICLE', slug: 'UNICORN', position: 1 })).toMatchObject({
      body: { code: 'COIN_NOT_FOUND' },
    })
    expect(await act('', { kind: 'PAGE', slug: 'new-page', position: 1 })).toMatchObject({
      body: { code: 'BAD_REQUEST', field: 'kind' },
    })
    const saved = await act('/FAQ/new-one/fa', answer('**یک**', 0))
    expect(saved).toMatchObject({ status: 200, body: { baseDTO: { version: 1, by: 'Sara Karimi' } } })
    expect(shown('new-one')).toBeUndefined()
    const published = await act('/FAQ/new-one/fa/publish', { version: 1, replaces: null, reason: 'Asked often' })
    expect(published.status).toBe(200)
    expect(shown('new-one')).toBe('<p><strong>یک</strong></p>')
    const rows = (await read('?kind=FAQ')).content
    expect(rows?.find(({ slug }) => slug === 'new-one')).toMatchObject({
      position: 90,
      texts: { fa: { newest: 1, published: 1 }, en: { newest: 0, published: null } },
    })
    expect(await acts()).toMatchObject([
      { kind: 'CONTENT_ADDED', operator_id: BigInt(sara.id), details: { content: 'FAQ/new-one' } },
      { kind: 'CONTENT_SAVED', details: { content: 'FAQ/new-one', language: 'fa', version: 1 } },
      { kind: 'CONTENT_PUBLISHED', details: { before: null, after: 1, reason: 'Asked often' } },
    ])
  })

  test('the second of two who write over the same version is refused, and nothing of the first is lost', async () => {
    expect((await act('/FAQ/new-one/fa', answer('دو', 1))).status).toBe(200)
    expect(await act('/FAQ/new-one/fa', answer('دوی دیگر', 1), omidsToken)).toMatchObject({
      status: 409,
      body: { code: 'CONTENT_CHANGED', baseDTO: { newest: 2 } },
    })
    const both = await Promise.all([
      act('/FAQ/new-one/fa', answer('سه', 2)),
      act('/FAQ/new-one/fa', answer('سهٔ دیگر', 2), omidsToken),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const publish = { version: 3, replaces: 1, reason: 'Clearer words' }
    const publications = await Promise.all([
      act('/FAQ/new-one/fa/publish', publish),
      act('/FAQ/new-one/fa/publish', { ...publish, version: 2 }, omidsToken),
    ])
    expect(publications.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await act('/FAQ/new-one/fa/publish', publish)).toMatchObject({ body: { code: 'CONTENT_CHANGED' } })
  })

  test('each of a dozen versions stays with its time and its writer, and an older one is rolled back to', async () => {
    for (let version = 4; version <= 26; version += 1)
      expect((await act('/FAQ/new-one/fa', answer(`نسخهٔ ${version}`, version - 1), omidsToken)).status).toBe(200)
    const first = await read('/FAQ/new-one/fa/versions')
    expect(first.content?.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => 26 - i))
    expect(first.content?.[0]).toMatchObject({ by: 'Omid Rad', body: 'نسخهٔ 26' })
    const rest = await read(`/FAQ/new-one/fa/versions?before=${first.next}`)
    expect(rest.content?.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1])
    expect(rest.next).toBeUndefined()
    const published = first.baseDTO?.published
    expect(
      (await act('/FAQ/new-one/fa/publish', { version: 26, replaces: published, reason: 'The newest' })).status,
    ).toBe(200)
    expect(shown('new-one')).toBe('<p>نسخهٔ 26</p>')
    expect((await act('/FAQ/new-one/fa/publish', { version: 1, replaces: 26, reason: 'It was wrong' })).status).toBe(
      200,
    )
    expect(shown('new-one')).toBe('<p><strong>یک</strong></p>')
    expect((await acts()).at(-1)).toMatchObject({
      kind: 'CONTENT_ROLLED_BACK',
      details: { before: 26, after: 1, reason: 'It was wrong' },
    })
    const { baseDTO } = listContentVersions.response.parse(await read('/FAQ/new-one/fa/versions'))
    expect(baseDTO.publications[0]).toMatchObject({ version: 1, by: 'Sara Karimi', reason: 'It was wrong' })
    expect(await act('/FAQ/new-one/fa/publish', { version: 27, replaces: 1, reason: 'No such one' })).toMatchObject({
      body: { code: 'CONTENT_NOT_FOUND' },
    })
  })

  test('a question is withdrawn and moved with a reason; a page is never withdrawn', async () => {
    expect((await act('/FAQ/new-one/fa/withdraw', { reason: 'Nobody asks' })).status).toBe(200)
    expect(shown('new-one')).toBeUndefined()
    expect(await act('/FAQ/new-one/fa/withdraw', { reason: 'Once more' })).toMatchObject({
      body: { code: 'NOTHING_TO_CHANGE' },
    })
    expect(await act('/PAGE/terms/fa/withdraw', { reason: 'No terms' })).toMatchObject({ status: 400 })
    const [first] = server.content.list('FAQ', 'fa')
    expect((await act(`/FAQ/${first?.slug}/position`, { position: 95, reason: 'Rarely asked' })).status).toBe(200)
    expect(server.content.list('FAQ', 'fa').at(-1)?.slug).toBe(first?.slug)
  })

  test('a text that is empty, too long, has an unknown name in braces or control characters is refused by its field', async () => {
    const refusals: [object, object][] = [
      [
        { title: ' ', body: 'a' },
        { status: 400, body: { code: 'CONTENT_EMPTY', field: 'title' } },
      ],
      [
        { title: 'a', body: '\n' },
        { status: 400, body: { code: 'CONTENT_EMPTY', field: 'body' } },
      ],
      [{ title: 'a'.repeat(201), body: 'a' }, { body: { code: 'CONTENT_TOO_LONG', field: 'title' } }],
      [{ title: 'a', body: 'ا'.repeat(25_001) }, { body: { code: 'CONTENT_TOO_LONG', field: 'body' } }],
      [
        { title: 'a', body: 'ا'.repeat(60_000) },
        { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } },
      ],
      [
        { title: 'a', body: '{{salary}}' },
        { body: { code: 'CONTENT_PLACEHOLDER_UNKNOWN', baseDTO: { name: 'salary' } } },
      ],
      [{ title: 'a', body: 'a\u0000b' }, { body: { code: 'BAD_REQUEST', field: 'body' } }],
      [{ title: 'a\u001b[2J', body: 'a' }, { body: { code: 'BAD_REQUEST', field: 'title' } }],
    ]
    for (const [text, refusal] of refusals)
      expect(await act('/FAQ/new-one/en', { ...text, basedOn: 0 })).toMatchObject(refusal)
    expect(await act('/FAQ/none/en', { title: 'a', body: 'b', basedOn: 0 })).toMatchObject({
      status: 404,
      body: { code: 'CONTENT_NOT_FOUND' },
    })
    // The longest text, in the widest letters, fits.
    expect((await act('/FAQ/new-one/en', { title: 'a', body: 'ا'.repeat(25_000), basedOn: 0 })).status).toBe(200)
  })

  test('a preview is what visitors would read, whatever was typed', async () => {
    const body = 'کارمزد {{quickTradeFee}} <script>alert(1)</script> [x](javascript:alert(1))'
    const preview = await act('/preview', { language: 'fa', title: 'عنوان', body })
    expect(preview.body.baseDTO?.html).toContain('کارمزد ۰٫۳٪ &lt;script&gt;')
    expect(preview.body.baseDTO?.html).not.toMatch(/<script|href="javascript/)
    const { content } = await read('/placeholders')
    expect(content).toContainEqual({ name: 'quickTradeFee', fa: '۰٫۳٪', en: '0.3%' })
  })

  test('exchange info is fields: links are https alone, an address, an e-mail and a phone are needed', async () => {
    const newest = getContentEntry.response.parse(await read('/INFO/exchange')).baseDTO.newest.en
    const contacts = newest?.contacts ?? {}
    const save = (changed: object) => act('/exchange-info/en', { ...contacts, ...changed, basedOn: newest?.version })
    for (const [field, wrong] of [
      ['telegram', 'http://t.me/kimia'],
      ['blog', 'javascript:alert(1)'],
      ['instagram', 'https://user:pass@evil.example'],
      ['email', 'nobody'],
      ['number', '<b>1</b>'],
      ['address', ''],
    ] as const)
      expect(await save({ [field]: wrong })).toMatchObject({
        status: 400,
        body: { code: 'CONTENT_FIELD_INVALID', field },
      })
    expect(await save({ telegram: 'https://t.me/kimia', linkedin: '' })).toMatchObject({
      status: 200,
      body: { baseDTO: { contacts: { telegram: 'https://t.me/kimia', linkedin: '' } } },
    })
    expect(server.content.contacts('en').telegram).not.toBe('https://t.me/kimia')
    const asked = { version: 2, replaces: 1, reason: 'Our own channel' }
    const proposed = await act('/INFO/exchange/en/publish', asked)
    expect(server.content.contacts('en').telegram).not.toBe('https://t.me/kimia')
    const approve = (as: string) =>
      server.ask(`/operations/proposals/${proposed.body.baseDTO?.id}/approve`, {
        json: { reason: 'Read it' },
        token: as,
      })
    expect(await approve(token)).toMatchObject({ body: { code: 'FOUR_EYES_REQUIRED' } })
    expect((await approve(omidsToken)).status).toBe(200)
    expect(await act('/INFO/exchange/en/publish', asked)).toMatchObject({ body: { code: 'CONTENT_CHANGED' } })
    expect(server.content.contacts('en').telegram).toBe('https://t.me/kimia')
    expect(server.content.contacts('fa').telegram).not.toBe('https://t.me/kimia')
  })

  test('support writes drafts and publishes nothing; who only reads sees a preview and writes nothing', async () => {
    const draft = { title: 'Draft', body: 'By support', basedOn: 1 }
    expect(await act('/FAQ/new-one/en', draft, reader)).toMatchObject({ body: { code: 'OPERATOR_RIGHT_MISSING' } })
    expect((await act('/FAQ/new-one/en', draft, support)).status).toBe(200)
    const publish = { version: 2, replaces: null, reason: 'It is ready' }
    expect(await act('/FAQ/new-one/en/publish', publish, support)).toMatchObject({
      status: 403,
      body: { code: 'OPERATOR_RIGHT_MISSING' },
    })
    expect((await act('/preview', { language: 'en', title: 'a', body: 'b' }, reader)).status).toBe(200)
  })

  test('nobody but an operator reads or writes here', async () => {
    for (const [path, method] of [
      ['?kind=FAQ', 'GET'],
      ['/preview', 'POST'],
      ['/FAQ/new-one/fa/publish', 'POST'],
    ] as const)
      expect((await server.ask(`/operations/content${path}`, { method })).status).toBe(401)
  })
})
