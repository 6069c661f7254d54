import { chakra } from '@chakra-ui/react'
import { Faq } from './faq.tsx'
import { Statistics } from './statistics.tsx'
import { Steps } from './steps.tsx'

/** The lower part of the home page, which is read later and fetched later. */
export default function Below() {
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '8', lg: '14' }}>
      <Steps />
      <Statistics />
      <Faq />
    </chakra.div>
  )
}
