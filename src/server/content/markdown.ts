import markdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { fillPlaceholders } from '#domain/content.ts'

/** HTML in a text is not interpreted: a tag is shown as text. */
const markdown = markdownIt({ html: false })

/** Placeholders are filled in texts and links after Markdown was parsed, so that a value is never parsed as Markdown. */
markdown.core.ruler.push('placeholders', ({ tokens, env }) => {
  const values = valuesOf(env)
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'text' || token.type === 'code_inline') token.content = fillPlaceholders(token.content, values)
    const href = token.type === 'link_open' ? token.attrGet('href') : null
    if (typeof href === 'string') {
      const readable = href.replaceAll('%7B', '{').replaceAll('%7D', '}')
      const filled = fillPlaceholders(readable, values)
      if (filled !== readable)
        token.attrSet('href', markdown.validateLink(filled) ? markdown.normalizeLink(filled) : '#')
    }
  }
})

const valuesOf = (env: object): Readonly<Record<string, string>> => ('values' in env ? Object(env.values) : {})

const INTERNAL = /^\/(?!\/)/
/**
 * Only the product's own pictures are allowed. Their names contain their size, so that the page reserves the space:
 * /guide/fa/order-576x1024.webp.
 */
const OWN_PICTURE = /^\/(?!\/)[\w/.-]+?(?:-(?<width>\d{1,4})x(?<height>\d{1,4}))?\.(?:png|jpe?g|svg|webp|avif)$/i

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: 'p br strong em s h2 h3 h4 h5 h6 ul ol li blockquote hr pre code table thead tbody tr th td a img'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // The title of a text is the only heading of the first rank.
    h1: 'h2',
    a: (tagName, { href, title }) => {
      const attribs = { ...(href === undefined ? {} : { href }), ...(title === undefined ? {} : { title }) }
      const isOurs = href === undefined || INTERNAL.test(href) || href.startsWith('#')
      return { tagName, attribs: isOurs ? attribs : { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }
    },
    img: (tagName, attribs) => {
      const size = OWN_PICTURE.exec(attribs.src ?? '')?.groups
      const sized = size?.width && size.height ? { width: size.width, height: size.height } : {}
      return { tagName, attribs: { ...attribs, ...sized, loading: 'lazy' } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs.src ?? ''),
}

/** Markdown as safe HTML, with the values of its placeholders. */
export function renderMarkdown(text: string, values: Readonly<Record<string, string>>): string {
  return sanitizeHtml(markdown.render(text, { values }), ALLOWED).trim()
}
