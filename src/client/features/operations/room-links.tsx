import { chakra } from '@chakra-ui/react'
import { Keyboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainLink } from '#client/ui/link.tsx'
import { useHasRight } from './allowed.tsx'
import { Key } from './key.tsx'
import { KeysSheet } from './keys-sheet.tsx'
import { ROOMS } from './rooms.ts'
import { RoomsButton } from './rooms-button.tsx'
import { useRoomKeys } from './use-room-keys.ts'
import { useWaiting } from './use-waiting.ts'
import { WaitingBadge } from './waiting-badge.tsx'

/**
 * The links to the console's pages; on a phone behind a button that names the present one. Their letters are shown after G was pressed, and a sheet
 * lists all keys.
 */
export function Rooms() {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const has = useHasRight()
  const waitingIn = useWaiting()
  const [isHelping, setHelping] = useState(false)
  const help = useCallback(() => setHelping(true), [])
  const rooms = ROOMS.filter(({ needs }) => has(needs))
  const isWaiting = useRoomKeys(
    rooms.map(({ word }) => word),
    help,
  )
  return (
    <chakra.nav aria-label={t('rooms')} marginBottom="4">
      <RoomsButton rooms={rooms} waitingIn={waitingIn} />
      <chakra.ul display={{ base: 'none', lg: 'flex' }} flexWrap="wrap" gap="1">
        {/* Without icons, so that all pages of an admin fit into a single line. */}
        {rooms.map(({ to, word, letter }) => (
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
      {isHelping && <KeysSheet rooms={rooms} onClose={() => setHelping(false)} />}
    </chakra.nav>
  )
}
