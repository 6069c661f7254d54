import { chakra } from '@chakra-ui/react'
import { createElement, Fragment, type ReactNode } from 'react'

/** Elements that texts of the exchange may use; of anything else only the words inside are kept. */
const ALLOWED = new Set('p br b strong i em u s h2 h3 h4 ul ol li blockquote hr table thead tbody tr th td'.split(' '))
/** Elements whose inside is no text. */
const DROPPED = new Set('script style template iframe object embed noscript svg math form input button'.split(' '))
const VOID = new Set(['br', 'hr'])
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i

const Body = chakra('div', {
  base: {
    lineHeight: 'loose',
    overflowWrap: 'anywhere',
    '& > * + *': { marginTop: '3' },
    '& h2': { fontSize: 'xl', fontWeight: 'bold', lineHeight: 'snug' },
    '& h3, & h4': { fontSize: 'lg', fontWeight: 'bold', lineHeight: 'snug' },
    '& > * + h2': { marginTop: '6' },
    '& > * + h3, & > * + h4': { marginTop: '5' },
    '& b, & strong': { fontWeight: 'bold' },
    '& i, & em': { fontStyle: 'italic' },
    '& ul': { listStyle: 'disc', paddingInlineStart: '6' },
    '& ol': { listStyle: 'decimal', paddingInlineStart: '6' },
    '&:lang(fa) ol': { listStyle: 'persian' },
    '& a': { color: 'gold', textDecoration: 'underline', textUnderlineOffset: '0.25em' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'gold', paddingInlineStart: '4', color: 'fg.muted' },
    '& th, & td': { padding: '2', borderWidth: '1px', borderColor: 'line', textAlign: 'start' },
  },
})

/** HTML from the server, as elements of our own: it is parsed in a document that runs nothing, and rebuilt. */
export function RichText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <Body>{rebuildChildren(body)}</Body>
}

function rebuildChildren(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => rebuild(node, index))
}

function rebuild(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement) || DROPPED.has(node.localName)) return null
  if (node.localName === 'a') return rebuildLink(node, key)
  if (!ALLOWED.has(node.localName)) return <Fragment key={key}>{rebuildChildren(node)}</Fragment>
  return createElement(node.localName, { key }, ...(VOID.has(node.localName) ? [] : rebuildChildren(node)))
}

function rebuildLink(link: HTMLElement, key: number): ReactNode {
  const address = link.getAttribute('href')?.trim() ?? ''
  if (!SAFE_ADDRESS.test(address)) return <Fragment key={key}>{rebuildChildren(link)}</Fragment>
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer">
      {rebuildChildren(link)}
    </a>
  )
}
