import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sells tickets for a ferry and logs it; the same seed gives the same day. */
public class Ferry {
    static final Logger log = Logger.getLogger("ferry.desk");
    static final Logger boat = Logger.getLogger("ferry.boat");
    static final Map<String, Integer> seats = new HashMap<>();

    record Order(int number, String sailing, int people, String car) {}

    static class SoldOut extends Exception {
        SoldOut(String sailing, int wanted) {
            super("sailing " + sailing + " has no " + wanted + " seats left");
        }
    }

    static class Refused extends RuntimeException {
        Refused(int order, Throwable cause) {
            super("order " + order + " refused", cause);
        }
    }

    interface Step {
        int run(Order o) throws Exception;
    }

    static int parseLength(String car) {
        return Integer.parseInt(car.substring(0, car.indexOf("cm")));
    }

    static int reserve(Order o) throws SoldOut {
        int left = seats.getOrDefault(o.sailing, 80) - o.people;
        if (left < 0) {
            throw new SoldOut(o.sailing, o.people);
        }
        seats.put(o.sailing, left);
        return left;
    }

    static int through(List<Step> steps, int i, Order o) throws Exception {
        return i == steps.size() - 1 ? steps.get(i).run(o) : then(steps, i, o);
    }

    static int then(List<Step> steps, int i, Order o) throws Exception {
        steps.get(i).run(o);
        return through(steps, i + 1, o);
    }

    static int sell(Order o) {
        List<Step> steps = new ArrayList<>();
        steps.add(x -> x.car == null ? 0 : parseLength(x.car));
        steps.add(x -> x.people);
        steps.add(Ferry::reserve);
        try {
            return through(steps, 0, o);
        } catch (Exception e) {
            throw new Refused(o.number, e);
        }
    }

    public static void main(String[] args) throws Exception {
        Random dice = new Random(7741);
        ExecutorService desk = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 900; i++) {
            LocalTime at = LocalTime.of(6, 0).plusMinutes(i);
            String sailing = String.format("F%02d", 1 + i / 60);
            String car = i == 412 ? "4m70" : dice.nextInt(3) == 0 ? (380 + dice.nextInt(160)) + "cm" : null;
            Order o = new Order(20_000 + i, sailing, 1 + dice.nextInt(3) / 2, car);
            Future<Integer> f = desk.submit(() -> sell(o));
            try {
                int left = f.get();
                log.info(String.format("%s order %d: %d people%s on %s, %d seats left", at, o.number, o.people,
                        car == null ? "" : ", car " + car, sailing, left));
            } catch (ExecutionException e) {
                log.log(Level.SEVERE, at + " order " + o.number + " was not sold", e);
            }
            if (i % 60 == 59) {
                boat.info(at + " " + sailing + " leaves; last call was 4 minutes ago");
            }
            if (i == 533) {
                boat.warning(at + " F09 bow door reports open at sea, sensor 2 of 3 disagrees; door light on the bridge is green");
            }
        }
        desk.shutdown();
    }
}
