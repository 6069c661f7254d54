/** A receipt as text: what the sheet shows, and nothing else of the user. */
export interface ReceiptText {
  readonly brand: string
  readonly title: string
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  readonly isRightToLeft: boolean
}

const WIDTH = 720
const PADDING = 48
const ROW = 64
const HEAD = 176
/** Two pixels for each point keep the letters sharp on a phone and on paper. */
const SCALE = 2
/** A receipt is paper in both themes. */
const INK = { paper: '#FFFFFF', text: '#14171F', label: '#5A6270', line: '#DDE1E8', gold: '#8A6510' }

/** Draws the receipt. It is drawn by hand, since a page's picture by a library would cost more than the whole of quick trade. */
export async function drawReceipt({ brand, title, rows, isRightToLeft }: ReceiptText): Promise<HTMLCanvasElement> {
  const { fontFamily } = getComputedStyle(document.body)
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = (HEAD + rows.length * ROW + PADDING) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.scale(SCALE, SCALE)
  pen.direction = isRightToLeft ? 'rtl' : 'ltr'
  pen.fillStyle = INK.paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const [start, end] = isRightToLeft ? [WIDTH - PADDING, PADDING] : [PADDING, WIDTH - PADDING]
  const write = (text: string, { y, size, bold = false, colour = INK.text, atEnd = false }: Writing) => {
    pen.font = `${bold ? 700 : 400} ${size}px ${fontFamily}`
    pen.fillStyle = colour
    pen.textAlign = atEnd ? 'end' : 'start'
    pen.fillText(text, atEnd ? end : start, y, WIDTH - 2 * PADDING)
  }
  write(brand, { y: 76, size: 26, bold: true, colour: INK.gold })
  write(title, { y: 126, size: 32, bold: true })
  rows.forEach(({ label, value }, index) => {
    const top = HEAD + index * ROW
    pen.fillStyle = INK.line
    pen.fillRect(PADDING, top - 14, WIDTH - 2 * PADDING, 1)
    write(label, { y: top + 28, size: 22, colour: INK.label })
    write(value, { y: top + 28, size: 24, bold: true, atEnd: true })
  })
  return canvas
}

type Writing = { y: number; size: number; bold?: boolean; colour?: string; atEnd?: boolean }

/** The picture as a file of this name. */
export function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], name, { type: 'image/png' }))
      else reject(new Error('this browser makes no file of a picture'))
    }, 'image/png')
  })
}

const PAPER_RULES = `
  @media screen { body > [data-paper] { display: none } }
  @media print {
    body > :not([data-paper]) { display: none !important }
    body { background: #fff }
    body > [data-paper] { width: 100%; max-width: 12cm }
  }`

/** Prints the picture alone. The paper's rules leave the page with it. */
export function printReceipt(canvas: HTMLCanvasElement): void {
  const rules = new CSSStyleSheet()
  rules.replaceSync(PAPER_RULES)
  canvas.setAttribute('data-paper', '')
  document.body.append(canvas)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules]
  const clear = () => {
    canvas.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
  }
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}
