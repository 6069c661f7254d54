import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, Keyboard, LayoutGrid } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { isTyping, Key } from '#client/ui/keys.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getOverview } from '#contract/operations-overview.ts'
import { useHasRight } from './allowed.tsx'
import { CONSOLE_PAGES, pageOf } from './console-pages.ts'
import { KeysSheet } from './keys.tsx'
import { overviewQuery } from './overview.queries.ts'

/** How long the first of two keys waits for the second. */
const WAIT_MS = 5_000

/**
 * The links to the console's pages; on a phone behind a button that names the present one. Their letters are shown after G was pressed, and a sheet
 * lists all keys.
 */
export function PageLinks() {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const has = useHasRight()
  const waitingIn = useWaiting()
  const [isHelping, setHelping] = useState(false)
  const help = useCallback(() => setHelping(true), [])
  const pages = CONSOLE_PAGES.filter(({ needs }) => has(needs))
  const isWaiting = usePageKeys(
    pages.map(({ word }) => word),
    help,
  )
  return (
    <chakra.nav aria-label={t('rooms')} marginBottom="4">
      <PagesButton pages={pages} waitingIn={waitingIn} />
      <chakra.ul display={{ base: 'none', lg: 'flex' }} flexWrap="wrap" gap="1">
        {/* Without icons, so that all pages of an admin fit into a single line. */}
        {pages.map(({ to, word, letter }) => (
          <li key={to}>
            <PlainLink
              to={to}
              activeOptions={{ exact: to === '/operations' }}
              display="flex"
              alignItems="center"
              gap="1.5"
              minHeight="tap"
              paddingInline="2.5"
              whiteSpace="nowrap"
              borderRadius="md"
              fontSize="sm"
              fontWeight="semibold"
              color="fg.muted"
              _hover={{ bg: 'hover', color: 'fg' }}
              css={{ '&[aria-current=page]': { bg: 'hover', color: 'gold' } }}
            >
              {ofDesk(`room.${word}`)}
              <WaitingBadge count={waitingIn(word)} />
              {isWaiting && <Key>{letter}</Key>}
            </PlainLink>
          </li>
        ))}
        <chakra.li marginInlineStart="auto">
          <chakra.button
            type="button"
            display="flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            paddingInline="3"
            borderRadius="md"
            color="fg.muted"
            _hover={{ bg: 'hover', color: 'fg' }}
            aria-label={t('keys.title')}
            title={t('keys.title')}
            onClick={help}
          >
            <Keyboard size={18} aria-hidden="true" />
            <Key>?</Key>
          </chakra.button>
        </chakra.li>
      </chakra.ul>
      {isHelping && <KeysSheet pages={pages} onClose={() => setHelping(false)} />}
    </chakra.nav>
  )
}

type Page = (typeof CONSOLE_PAGES)[number]

/**
 * The keys of the whole console: G and then a page's letter goes to it, `?` lists all keys. Letters are recognized by their position on the
 * keyboard, so that they work on a Persian one, too. They are off while a sheet is open or the operator types.
 * @returns whether G was pressed and the letter is awaited
 */
function usePageKeys(words: readonly Page['word'][], onHelp: () => void): boolean {
  const navigate = useNavigate()
  const [isWaiting, setWaiting] = useState(false)
  const known = words.join(' ')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setWaiting(false), WAIT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) return
      if (event.key === 'Shift') return
      if (event.key === '?' || event.key === '؟') return onHelp()
      if (!isWaiting) return setWaiting(event.code === 'KeyG')
      setWaiting(false)
      const page = CONSOLE_PAGES.find(
        ({ word, letter }) => event.code === `Key${letter}` && known.split(' ').includes(word),
      )
      if (page) void navigate({ to: page.to })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, known, isWaiting, onHelp])
  return isWaiting
}

type Props = {
  pages: readonly (typeof CONSOLE_PAGES)[number][]
  /** The number of waiting items in the page of this word. */
  waitingIn: (word: string) => string | undefined
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: '3.5',
  width: 'full',
  paddingInline: '3',
  borderRadius: 'md',
  textAlign: 'start',
  _hover: { bg: 'hover' },
} as const

/** The console's pages on a phone: a line that names the present one, and all of them in a sheet. */
function PagesButton({ pages, waitingIn }: Props) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const here = pageOf(pathname)
  const Icon = here?.icon ?? LayoutGrid
  const name = here && ofDesk(`room.${here.word}`)
  return (
    <chakra.div hideFrom="lg">
      <chakra.button
        type="button"
        aria-label={name && `${t('rooms')}: ${name}`}
        aria-expanded={open}
        {...row}
        minHeight="tap"
        borderWidth="1px"
        borderColor="line"
        bg="surface"
        fontSize="sm"
        fontWeight="semibold"
        onClick={() => setOpen(true)}
      >
        <Icon size={18} aria-hidden="true" />
        {name ?? t('rooms')}
        <chakra.span marginInlineStart="auto" color="fg.muted">
          <ChevronDown size={18} aria-hidden="true" />
        </chakra.span>
      </chakra.button>
      {open && <PagesSheet pages={pages} waitingIn={waitingIn} onClose={() => setOpen(false)} />}
    </chakra.div>
  )
}

function PagesSheet({ pages, waitingIn, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  return (
    <Sheet open onClose={onClose} title={t('rooms')}>
      <chakra.ul marginInline="-3">
        {pages.map(({ to, word, icon: Icon }) => (
          <li key={to}>
            <PlainLink
              to={to}
              activeOptions={{ exact: to === '/operations' }}
              {...row}
              minHeight="3.25rem"
              fontWeight="medium"
              css={{ '&[aria-current=page]': { color: 'gold' } }}
              onClick={onClose}
            >
              <Icon size={20} aria-hidden="true" />
              {ofDesk(`room.${word}`)}
              <WaitingBadge count={waitingIn(word)} />
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
    </Sheet>
  )
}

/** The number of waiting items of a page, next to its name. */
function WaitingBadge({ count }: { count: string | undefined }) {
  const { t } = useTranslation('desk')
  if (count === undefined) return null
  return (
    <chakra.span
      bg="gold.solid"
      color="gold.onSolid"
      borderRadius="full"
      paddingInline="2"
      fontSize="2xs"
      fontWeight="bold"
      lineHeight="1.25rem"
    >
      <span aria-hidden="true">{count}</span>
      <chakra.span srOnly>{t('arrived.waiting', { count })}</chakra.span>
    </chakra.span>
  )
}

/** Pages with work that waits for operators. */
const QUEUES = ['identities', 'tickets', 'proposals'] as const
type Queue = (typeof QUEUES)[number]
type Waiting = Readonly<Record<Queue, number>>

const isQueue = (word: string): word is Queue => QUEUES.some((queue) => queue === word)

/** Enough for any page: the overview polls more often. */
const LOOK_AGAIN_MS = 30_000

const waitingOf = ({ baseDTO: { actionable } }: Reply<typeof getOverview>): Waiting => actionable

/** The number of items that wait in a page for this operator, shown next to the page's name; `undefined` without any. */
function useWaiting(): (word: string) => string | undefined {
  const language = useLanguage()
  const waiting = useQuery({
    ...overviewQuery(),
    refetchInterval: LOOK_AGAIN_MS,
    select: waitingOf,
  }).data
  useArrivals(waiting)
  return (word) => {
    const count = isQueue(word) ? waiting?.[word] : undefined
    return count ? showDigits(String(count), language) : undefined
  }
}

/** Shows a toast about new waiting work, on any page, but only for pages that the operator's roles open. */
function useArrivals(waiting: Waiting | undefined): void {
  const { t } = useTranslation('desk')
  const has = useHasRight()
  const before = useRef<Waiting>(undefined)
  useEffect(() => {
    const known = before.current
    before.current = waiting
    if (!known || !waiting) return
    for (const { word, needs } of CONSOLE_PAGES)
      if (isQueue(word) && has(needs) && waiting[word] > known[word])
        showToast({ tone: 'info', title: t(`arrived.${word}`) })
  })
}
