import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'

it('one Ctrl-C that comes twice, from the terminal and from npm, ends the server in order', async () => {
  const { settings, remove } = await freshFolder()
  const server = await startServerProcess(settings)
  server.interrupt()
  await sleep(20)
  await server.stop()
  expect(await server.ended).toBe(0)
  await remove()
})

it('serves under `node --watch`, where Node speaks on the channel of the engine too', async () => {
  const { settings, remove } = await freshFolder()
  const server = await startServerProcess(settings, { WATCH_REPORT_DEPENDENCIES: '1' })
  expect((await fetch(`${server.url}/api/coins`)).status).toBeLessThan(500)
  await server.stop()
  await remove()
})
