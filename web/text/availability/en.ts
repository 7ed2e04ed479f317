/** Who is online, away or offline. */
export const availability = {
  title: 'Availability',
  states: { online: 'Online', away: 'Away', offline: 'Offline' },
  shownUntil: '{state} until {time}',
  outsideHours: 'Offline, outside working hours',
  automatic: 'Automatic',
  automaticHint: 'Online while you have Parley open',
  automaticHintOf: 'Online while they have Parley open',
  until: 'Until',
  untilTime: '{time}',
  choices: {
    half_hour: '30 minutes from now',
    hour: '1 hour from now',
    day: 'The end of the day',
    open: 'I change it',
    openOf: 'Someone changes it',
  },
  of: 'Availability of {name}: {state}',
  failed: 'Couldn’t change the availability',
  workingHours: 'Working hours',
  workingHoursHint: 'Outside of these hours you’re shown as offline, unless you set it yourself.',
  noWorkingHours: 'None',
}
