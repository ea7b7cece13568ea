import { demoHouse } from "./demo_house.ts";

const { zone, latitude, longitude, strings, ain } = demoHouse;

/** The household file of the demo. */
export const demoHouseholdFile = {
  zone,
  latitude,
  longitude,
  strings: strings.filter(({ kwp }) => kwp > 0).map(({ name, kwp }) => ({ name, kwp })),
  fuse_amperes: 35,
  phases: 3,
  meter_ain_regex: `${ain}(-1)?`,
};
