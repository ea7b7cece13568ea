/**
 * A random list has any length up to the most that its test states. By default fast-check makes short
 * ones only: of at most 200 samples about ten, so that a property about hours would see minutes.
 *
 * @module
 */

import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });
