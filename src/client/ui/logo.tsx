import { chakra } from '@chakra-ui/react'
import { DOUBLE_LETTERS } from './media.ts'

/** The logo: gold's alchemical sign, a ring with a point, cut out of the triangle of fire. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="kimia-gold" x1="6" y1="3" x2="34" y2="37" gradientUnits="userSpaceOnUse">
          <stop stopColor="#F7DB93" />
          <stop offset="0.5" stopColor="#E3B14A" />
          <stop offset="1" stopColor="#B07E1E" />
        </linearGradient>
      </defs>
      <rect width="40" height="40" rx="11" fill="url(#kimia-gold)" />
      <g fill="none" stroke="#1D1502" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M16.2 12.1 20 6.4l3.8 5.7" />
        <path d="M14.6 13.6a9.6 9.6 0 1 0 10.8 0" />
        <path d="M9.4 31.4h21.2" opacity="0.55" />
      </g>
      <circle cx="20" cy="21.6" r="3.1" fill="#1D1502" />
    </svg>
  )
}

/** The logo with the product's name next to it. */
export function Logo({ name, size = 32 }: { name: string; size?: number }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" fontWeight="black" fontSize="lg" color="fg">
      <LogoMark size={size} />
      <chakra.span css={{ [DOUBLE_LETTERS]: { srOnly: true } }}>{name}</chakra.span>
    </chakra.span>
  )
}
