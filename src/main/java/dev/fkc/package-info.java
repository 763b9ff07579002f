/** The front door. */
package dev.fkc;
