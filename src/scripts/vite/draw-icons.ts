import { mkdir, writeFile } from 'node:fs/promises'
import { Transformer } from '@napi-rs/image'

/**
 * Draws favicon.svg and the icons of public/icons, with the logo of src/client/ui/logo.tsx. Run it by hand when the logo changes: `node
 * src/scripts/vite/draw-icons.ts`.
 */
const INK = '#1D1502'
const GRADIENT =
  '<defs><linearGradient id="g" x1="6" y1="3" x2="34" y2="37" gradientUnits="userSpaceOnUse"><stop stop-color="#F7DB93"/><stop offset=".5" stop-color="#E3B14A"/><stop offset="1" stop-color="#B07E1E"/></linearGradient></defs>'

interface Look {
  readonly mark: string
  readonly ground: string
  /** The scale of the logo: a maskable icon may lose everything outside the middle 80 %. */
  readonly scale: number
}

function picture({ mark, ground, scale }: Look): string {
  const shift = 20 * (1 - scale)
  const glyph = `<g fill="none" stroke="${mark}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M16.2 12.1 20 6.4l3.8 5.7"/><path d="M14.6 13.6a9.6 9.6 0 1 0 10.8 0"/><path d="M9.4 31.4h21.2" opacity=".55"/></g><circle cx="20" cy="21.6" r="3.1" fill="${mark}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="512" height="512">${ground}<g transform="translate(${shift} ${shift}) scale(${scale})">${glyph}</g></svg>`
}

const rounded = picture({
  mark: INK,
  ground: `${GRADIENT}<rect width="40" height="40" rx="11" fill="url(#g)"/>`,
  scale: 1,
})
const whole = picture({ mark: INK, ground: `${GRADIENT}<rect width="40" height="40" fill="url(#g)"/>`, scale: 0.82 })
const monochrome = picture({ mark: '#FFFFFF', ground: '', scale: 0.9 })

const room = new URL('../../../public/', import.meta.url)
await mkdir(new URL('icons/', room), { recursive: true })
await writeFile(new URL('favicon.svg', room), `${rounded.replace(' width="512" height="512"', '')}\n`)
await draw({ svg: rounded, sizePx: 192, name: 'icon-192' })
await draw({ svg: rounded, sizePx: 512, name: 'icon-512' })
await draw({ svg: whole, sizePx: 192, name: 'maskable-192' })
await draw({ svg: whole, sizePx: 512, name: 'maskable-512' })
await draw({ svg: monochrome, sizePx: 512, name: 'monochrome-512' })
await draw({ svg: whole, sizePx: 180, name: 'apple-touch-icon' })

async function draw({ svg, sizePx, name }: { svg: string; sizePx: number; name: string }): Promise<void> {
  const png = await Transformer.fromSvg(svg).resize(sizePx, sizePx).png()
  await writeFile(new URL(`icons/${name}.png`, room), png)
}
