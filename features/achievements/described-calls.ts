// Describes the call of achievements, with an example, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

export const achievementCalls = {
  'GET /api/achievements/me': {
    id: 'listAchievements',
    tag: 'Achievements',
    summary: 'One’s own achievements, reached and open.',
    answers: {
      200: {
        is: 'All of them.',
        example: [
          {
            code: 'offset_100',
            title: '100 kg',
            label: '100 kg offset',
            currentValue: 40,
            threshold: 100,
            progressPct: 40,
            colorClass: 'green',
            feedback: '60 kg to go.',
            reached_at: null,
          },
        ],
      },
    },
  },
} as const satisfies DescribedCalls
