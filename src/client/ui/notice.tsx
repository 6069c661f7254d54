import { chakra } from '@chakra-ui/react'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOK = {
  info: { icon: Info, colour: 'info', ground: 'info.subtle' },
  warning: { icon: TriangleAlert, colour: 'gold', ground: 'gold.subtle' },
  error: { icon: CircleAlert, colour: 'sell', ground: 'sell.subtle' },
}

type NoticeProps = {
  tone: keyof typeof LOOK
  title?: string
  children: ReactNode
  /** The next step: a link or a button. */
  action?: ReactNode
  /** Said at once by a screen reader when it appears. */
  urgent?: boolean
}

/** A sentence inside the page that must not be overlooked. */
export function Notice({ tone, title, children, action, urgent = false }: NoticeProps) {
  const { icon: Icon, colour, ground } = LOOK[tone]
  return (
    <chakra.div
      role={urgent ? 'alert' : 'note'}
      display="flex"
      gap="3"
      padding="3.5"
      borderRadius="lg"
      bg={ground}
      fontSize="sm"
      lineHeight="snug"
      textAlign="start"
    >
      <chakra.span color={colour} flexShrink="0" paddingTop="0.5">
        <Icon size={18} aria-hidden="true" />
      </chakra.span>
      <chakra.div flex="1" minWidth="0" display="grid" gap="1">
        {title && <chakra.p fontWeight="bold">{title}</chakra.p>}
        <chakra.div>{children}</chakra.div>
        {action && <chakra.div marginTop="1">{action}</chakra.div>}
      </chakra.div>
    </chakra.div>
  )
}
