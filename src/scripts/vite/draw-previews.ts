import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Transformer } from '@napi-rs/image'

/**
 * Draws the preview picture that other sites show next to a link to a coin's public page: public/previews/<SYMBOL>.png. Run it by hand when a coin is
 * added: `node src/scripts/vite/draw-previews.ts`.
 */
const SIZE = { width: 1200, height: 630 }
const COIN_PX = 340

const PICTURE = /^import (\w+) from '([^']+)\?no-inline'$/gm
const ENTRY = /^ {2}([A-Z_]+): (\w+),$/gm

const room = new URL('../../../', import.meta.url)
const listAt = new URL('src/client/entities/coin/coin-icon.tsx', room)
const list = await readFile(listAt, 'utf8')
const files = new Map([...list.matchAll(PICTURE)].map(([, name = '', path = '']) => [name, path]))

await mkdir(new URL('public/previews/', room), { recursive: true })
for (const [, symbol = '', name = ''] of list.matchAll(ENTRY)) {
  const path = files.get(name) ?? ''
  const file = path.startsWith('.') ? new URL(path, listAt) : new URL(`node_modules/${path}`, room)
  const coin = Buffer.from(await readFile(file)).toString('base64')
  const [x, y] = [(SIZE.width - COIN_PX) / 2, (SIZE.height - COIN_PX) / 2]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="#0A0D14"/><circle cx="${SIZE.width / 2}" cy="${SIZE.height / 2}" r="${COIN_PX / 2 + 36}" fill="none" stroke="#E3B14A" stroke-width="6"/><image x="${x}" y="${y}" width="${COIN_PX}" height="${COIN_PX}" xlink:href="data:image/svg+xml;base64,${coin}"/></svg>`
  await writeFile(new URL(`public/previews/${symbol}.png`, room), await Transformer.fromSvg(svg).png())
}
