import { chakra } from '@chakra-ui/react'
import { useSelector } from '@tanstack/react-store'
import { useTranslation } from 'react-i18next'
import { connectionLost } from '#client/lib/connection-lost.ts'
import { Button, type ButtonProps } from './button.tsx'

/** @param brief the label stays: the page says beside it, or the notice of the connection, why it is off */
type ServerButtonProps = ButtonProps & { brief?: boolean }

/** The button of what moves money. While the server cannot be reached it is off, and its label says why. */
export function ServerButton({ children, brief = false, ...button }: ServerButtonProps) {
  const { t } = useTranslation('ui')
  const isLost = useSelector(connectionLost)
  if (!isLost) return <Button {...button}>{children}</Button>
  const off = (
    <Button {...button} disabled>
      {brief ? children : t('offline.needed')}
    </Button>
  )
  // A button that is off is half transparent, and some float over other words.
  return brief ? off : <chakra.span {...{ display: 'grid', bg: 'surface', borderRadius: 'lg' }}>{off}</chakra.span>
}
