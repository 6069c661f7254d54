import { chakra } from '@chakra-ui/react'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainLink } from '#client/ui/link.tsx'
import { useHasRight } from './allowed.tsx'
import { CONSOLE_PAGES } from './console-pages.ts'
import { Key } from './key.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { PagesButton, WaitingBadge } from './pages-button.tsx'
import { isTyping } from './use-list-keys.ts'
import { useWaiting } from './use-waiting.ts'

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
