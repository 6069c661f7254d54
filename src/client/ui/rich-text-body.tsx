import { chakra } from '@chakra-ui/react'
import { useRouter } from '@tanstack/react-router'
import DOMPurify, { type Config } from 'dompurify'
import { createElement, Fragment, type MouseEvent, type ReactNode } from 'react'
import { useThemeMode } from '#client/lib/theme-mode.ts'

export type RichTextProps = {
  /** HTML that the server has sanitised. */
  html: string
  /** The language of the text, if it may differ from the page's. */
  language?: 'fa' | 'en' | undefined
}

/** The allowed elements; of any other element only the text inside is kept. */
const TAGS =
  'p br b strong i em u s h2 h3 h4 h5 h6 ul ol li blockquote hr pre code table thead tbody tr th td a img'.split(' ')
const VOID = new Set(['br', 'hr'])
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i
const INTERNAL = /^\/(?!\/)/
/** Only the product's own pictures are allowed. */
const OWN_PICTURE = /^\/(?!\/)[\w/.-]+\.(?:png|jpe?g|svg|webp|avif)$/i
const PIXELS = /^\d{1,4}$/
/** Pictures of the guide; each has a twin for the dark theme. */
const GUIDE_PICTURE = /^(\/guide\/[\w/.-]+?)(-\d+x\d+\.webp)$/

const SANITISED: Config & { RETURN_DOM: true } = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'src', 'alt', 'width', 'height'],
  ALLOWED_URI_REGEXP: SAFE_ADDRESS,
  // Numbers need no check as URLs.
  ADD_URI_SAFE_ATTR: ['width', 'height'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true,
}

const Body = chakra('div', {
  base: {
    lineHeight: 'loose',
    overflowWrap: 'anywhere',
    '& > * + *': { marginTop: '3' },
    '& h2': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'snug', clear: 'both' },
    '& h3, & h4, & h5, & h6': { fontSize: 'lg', fontWeight: 'bold', lineHeight: 'snug' },
    '& > * + h2': { marginTop: '6' },
    '& > * + h3, & > * + h4': { marginTop: '5' },
    '& b, & strong': { fontWeight: 'bold' },
    '& i, & em': { fontStyle: 'italic' },
    '& ul': { listStyle: 'disc', paddingInlineStart: '6' },
    '& ol': { listStyle: 'decimal', paddingInlineStart: '6' },
    '&:lang(fa) ol': { listStyle: 'persian' },
    '& li + li': { marginTop: '1' },
    '& a': { color: 'gold', textDecoration: 'underline', textUnderlineOffset: '0.25em' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'gold', paddingInlineStart: '4', color: 'fg.muted' },
    '& table': { width: 'full', borderCollapse: 'collapse' },
    '& th': { fontWeight: 'bold' },
    '& th, & td': { padding: '2', borderWidth: '1px', borderColor: 'line', textAlign: 'start' },
    '& code': { fontFamily: 'mono', fontSize: '0.9em' },
    // Code and licences are English.
    '& pre': {
      direction: 'ltr',
      textAlign: 'start',
      whiteSpace: 'pre-wrap',
      padding: '3',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'md',
    },
    '& hr': { borderColor: 'line' },
    '& img': { maxWidth: 'full', height: 'auto', borderRadius: 'md' },
    // A picture of a phone's screen: as large as on a phone, and next to its text if there is space.
    '& img[src^="/guide/"]': {
      width: '18rem',
      marginInline: 'auto',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'xl',
      md: { float: 'inline-end', width: '13rem', marginInlineStart: '6', marginBottom: '4' },
    },
    '&::after': { content: '""', display: 'block', clear: 'both' },
  },
})

/** The text, sanitised once more and rebuilt as elements, so that markup from the server never becomes markup of the page. */
export default function RichTextBody({ html, language }: RichTextProps) {
  const router = useRouter({ warn: false })
  const open = (address: string) => (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented) return
    event.preventDefault()
    router.history.push(address)
  }
  const isDark = useThemeMode() === 'dark'
  const body: Node = DOMPurify.sanitize(html, SANITISED)
  const words = language && { lang: language, dir: language === 'fa' ? 'rtl' : 'ltr' }
  return <Body {...words}>{rebuildChildren(body, { open, isDark })}</Body>
}

type Open = (address: string) => (event: MouseEvent) => void

interface Surroundings {
  readonly open: Open
  readonly isDark: boolean
}

function rebuildChildren(parent: Node, surroundings: Surroundings): ReactNode[] {
  return [...parent.childNodes].map((node, index) => rebuild(node, { ...surroundings, key: index }))
}

function rebuild(node: Node, { key, open, isDark }: Surroundings & { key: number }): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement)) return null
  const { localName } = node
  if (localName === 'img') return rebuildPicture(node, { key, isDark })
  const inside = rebuildChildren(node, { open, isDark })
  if (localName === 'a') return rebuildLink({ address: node.getAttribute('href')?.trim() ?? '', key, inside, open })
  if (!TAGS.includes(localName)) return <Fragment key={key}>{inside}</Fragment>
  return createElement(localName, { key }, ...(VOID.has(localName) ? [] : inside))
}

function rebuildPicture(node: HTMLElement, { key, isDark }: { key: number; isDark: boolean }): ReactNode {
  const source = node.getAttribute('src') ?? ''
  if (!OWN_PICTURE.test(source)) return null
  const pixels = (name: string) => node.getAttribute(name)?.match(PIXELS)?.[0]
  const size = { width: pixels('width'), height: pixels('height') }
  const shown = isDark ? source.replace(GUIDE_PICTURE, '$1-dark$2') : source
  return <img key={key} src={shown} alt={node.getAttribute('alt') ?? ''} {...size} loading="lazy" decoding="async" />
}

interface Linked {
  readonly address: string
  readonly key: number
  readonly inside: ReactNode[]
  readonly open: Open
}

/** An internal link stays in the app; an external one opens a new tab, which gets no referrer and no handle on this page. */
function rebuildLink({ address, key, inside, open }: Linked): ReactNode {
  if (!SAFE_ADDRESS.test(address)) return <Fragment key={key}>{inside}</Fragment>
  if (INTERNAL.test(address))
    return (
      <a key={key} href={address} onClick={open(address)}>
        {inside}
      </a>
    )
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  )
}
