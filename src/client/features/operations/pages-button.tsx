import { chakra } from '@chakra-ui/react'
import { useLocation } from '@tanstack/react-router'
import { ChevronDown, LayoutGrid } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainLink } from '#client/ui/link.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { type CONSOLE_PAGES, pageOf } from './console-pages.ts'

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
export function PagesButton({ pages, waitingIn }: Props) {
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
export function WaitingBadge({ count }: { count: string | undefined }) {
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
