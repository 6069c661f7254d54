import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export const iconButtonLook = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: 0,
  width: 'tap',
  height: 'tap',
  borderRadius: 'md',
  color: 'fg.muted',
  transition: 'background-color 140ms, color 140ms',
  _hover: { bg: 'hover', color: 'fg' },
  _disabled: { opacity: 0.45, cursor: 'not-allowed' },
} as const

const Base = chakra('button', { base: iconButtonLook })

type IconButtonProps = {
  /** The action: the icon alone says nothing to a screen reader. */
  label: string
  icon: ReactNode
  onClick?: () => void
  disabled?: boolean
  pressed?: boolean
  expanded?: boolean
}

export function IconButton({ label, icon, pressed, expanded, ...rest }: IconButtonProps) {
  return (
    <Base type="button" aria-label={label} title={label} aria-pressed={pressed} aria-expanded={expanded} {...rest}>
      {icon}
    </Base>
  )
}
